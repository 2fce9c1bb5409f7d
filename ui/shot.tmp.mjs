import { chromium } from 'playwright-core';
const [,, base, ...paths] = process.argv;
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-background-networking','--disable-component-update','--disable-sync','--no-first-run']});
for (const [w,h] of [[390,844],[1440,900]]) { const c=await b.newContext({viewport:{width:w,height:h}}); const p=await c.newPage(); p.on('console',m=>m.type()=='error'&&console.log(m.text())); for (const x of paths){ await p.goto(base+x); await p.waitForTimeout(900); await p.screenshot({path:`/tmp/shots/${w}-${x.replace(/\W+/g,'_')}.png`, fullPage:true}); } }
await b.close();

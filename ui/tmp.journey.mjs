import { chromium } from 'playwright-core';
import { fillRegistration, takeQuiz, fillPayment, CARD } from './journeys/steps.mjs';
const base='http://localhost:8090'; const W=Number(process.argv[2]||1440);
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-background-networking','--disable-component-update','--disable-sync','--no-first-run']});
const c=await b.newContext({baseURL:base, viewport:{width:W,height:900}, reducedMotion:'reduce'}); const page=await c.newPage();
page.setDefaultTimeout(5000);
page.on('console',m=>m.type()=='error'&&console.log('CONSOLE',m.text()));
page.on('response',r=>r.status()>=400&&console.log(r.status(),r.url()));
await page.goto('/members/register');
const look=async n=>{await page.waitForTimeout(400); await page.screenshot({path:`/tmp/shots/j${W}-${n}.png`,fullPage:true});};
const aria=async()=>console.log(page.url(), (await page.locator('main').ariaSnapshot()).split('\n').filter(l=>!/- text:|img|placeholder/.test(l)).map(l=>l.slice(0,130)).join('\n'));
try { await fillRegistration(page, `a${Date.now()}@example.com`); 
await page.getByRole('button',{name:'CREATE MY ACCOUNT'}).click();
await takeQuiz(page, look);
await look('delivery'); await page.getByRole('radio',{name:/every other month/i}).check();
await page.getByRole('button',{name:'Next'}).click(); await page.waitForURL('**/quiz/confirmation'); await look('confirmation'); await aria();
await page.getByRole('button',{name:/ENTER PAYMENT/i}).or(page.getByRole('link',{name:/ENTER PAYMENT/i})).click(); await page.waitForURL('**/payment/billing'); await look('billing'); await aria();
await fillPayment(page, CARD.accepted); await look('billing-filled'); 
await page.getByRole('button',{name:'Save and order my box'}).click(); await page.waitForURL('**/account/confirmation'); await look('account-confirmation'); await aria();
await page.getByRole('link',{name:/dashboard/i}).or(page.getByRole('button',{name:/dashboard/i})).first().click(); await page.waitForURL('**/dashboard'); await look('dashboard'); await aria();
for (let i=0;i<5;i++){ const d=page.getByRole('button',{name:/move my box on/i}); await d.click(); await page.waitForTimeout(700); await look('dash'+i); await aria(); if (await page.getByText('Time to check out').count()) break; }
await page.getByRole('link',{name:/Review and check out/}).click(); await page.waitForURL('**/stylist-note'); await look('note'); await aria();
await page.getByRole('link',{name:/Continue to Checkout/i}).or(page.getByRole('button',{name:/Continue to Checkout/i})).first().click(); await page.waitForURL('**/review'); await look('review'); await aria();
} catch(e){ console.log(e.message); await page.screenshot({path:'/tmp/shots/fail.png',fullPage:true}); console.log(page.url()); await aria(); }
await b.close();

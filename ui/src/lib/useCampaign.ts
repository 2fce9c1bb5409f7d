import { useEffect } from 'react';
import { campaignUsable, nameClean } from '~/core';
import { remember } from '~/lib/memory';
import { useLocation, useSearchParams } from '~/lib/router/hooks';
import { basePath } from '~/paths';

/** Recorded if a link has `?blog` without a name, or with one that cannot be kept. */
const anyBlog = 'blog';

/** Remembers the campaign and the blog of the link. The registration sends the campaign, and the payment form sends the blog. */
export function useCampaign(): void {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const campaign = campaignUsable(nameClean(query.get('utm_campaign')));
  const blog = query.has('blog') ? (campaignUsable(nameClean(query.get('blog'))) ?? anyBlog) : null;
  useEffect(() => {
    if (campaign !== null) {
      remember('campaign', campaign);
      remember('campaignUrl', `${basePath}${pathname}`);
    }
    if (blog !== null) remember('blog', blog);
  }, [campaign, blog, pathname]);
}

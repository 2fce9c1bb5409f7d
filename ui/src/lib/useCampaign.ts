import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { campaignUsable } from '~/core';
import { remember } from '~/lib/memory';
import { basePath } from '~/paths';

/** A link that says only `?blog`, or names no blog that can be kept, records this. */
const anyBlog = 'blog';

/** Keeps what the link says of a campaign and a blog: the first goes with the registration, the second with the card. */
export function useCampaign(): void {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const campaign = campaignUsable(query.get('utm_campaign'));
  const blog = query.has('blog') ? (campaignUsable(query.get('blog')) ?? anyBlog) : null;
  useEffect(() => {
    if (campaign !== null) {
      remember('campaign', campaign);
      remember('campaignUrl', `${basePath}${pathname}`);
    }
    if (blog !== null) remember('blog', blog);
  }, [campaign, blog, pathname]);
}

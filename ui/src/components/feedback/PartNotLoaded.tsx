import { Banner } from './Banner';
import { ReloadButton } from './ReloadButton';

/** Shown in place of a part of a screen whose code could not be loaded. */
export const PartNotLoaded = () => (
  <Banner tone="fault">
    <p>This part of the page did not load. If it does not appear soon, reload the page.</p>
    <ReloadButton />
  </Banner>
);

import { Banner } from './Banner';
import { ReloadButton } from './ReloadButton';

/** Shown in place of a part of a screen whose code could not be loaded. */
export const PartNotLoaded = () => (
  <Banner tone="fault">
    <p>This part of the page did not load. We try again. If that does not help, reload the page.</p>
    <ReloadButton />
  </Banner>
);

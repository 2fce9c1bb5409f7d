import { Registration } from '../parts/Registration';

/** Registers for a theme box. */
export default function RegisterThemeBox() {
  return <Registration forThemeBox />;
}

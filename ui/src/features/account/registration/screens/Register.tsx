import { Registration } from '../parts/Registration';

/** Registers. The link may bring a theme box, an invitation, a campaign or a blog. */
export default function Register() {
  return <Registration />;
}

import { PageTitle } from '~/components/PageTitle';

export default function Screen() {
  return <PageTitle>Screen</PageTitle>;
}

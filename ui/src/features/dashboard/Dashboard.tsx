import { useAccount } from '~/api/account';
import { PageTitle } from '~/components/PageTitle';

/** The members' first screen. */
export default function Dashboard() {
  const { data: account } = useAccount();
  return <PageTitle>Hello, {account?.first_name}</PageTitle>;
}

import type { ReactNode } from 'react';
import hanger from '~/assets/boxes/hanger.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import { Tile } from '~/components/layout/Tile';
import { paths } from '~/paths';

/** Shown if a list is still empty: says what will appear here, with the next step. */
export const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <Tile picture={hanger} title={title}>
    <p>{children}</p>
    <ButtonLink to={paths.dashboard}>Go to my dashboard</ButtonLink>
  </Tile>
);

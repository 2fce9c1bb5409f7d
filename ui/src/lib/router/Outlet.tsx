import { useContext } from 'react';
import { OutletContext } from './contexts';

/** The place of the inner screen in a layout. */
export const Outlet = () => useContext(OutletContext);

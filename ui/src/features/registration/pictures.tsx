import garment from '~/assets/ui/chevron.svg';
import { Illustration } from '~/components/Illustration';
export const OpenBox = () => <Illustration src={garment} />;
export const Wardrobe = OpenBox;
export const Drawer = OpenBox;
export const Intros = OpenBox;

import { offeredStores, useLocations } from '~/api/delivery/locations';
import { useQuestionnaire } from '~/api/style/questionnaire';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { SelectField } from '~/components/form/SelectField';
import type { FieldBinding } from '~/components/form/field';
import { policy } from '~/core';
import { accountLabels, type AccountFields } from './accountFormValues';
import { stylistsIn } from './stylists';
import styles from './AccountForm.module.css';

type Choice = 'assigned_location_id' | 'preferred_stylist';

interface StoreAndStylistProps {
  values: Pick<AccountFields, Choice>;
  /** The account's present choices. They stay possible, even if they are no longer offered. */
  known: Pick<AccountFields, Choice>;
  field: (name: Choice) => FieldBinding;
  onChoose: (name: Choice, value: string) => void;
}

/** Asks for the customer's preferred store and stylist. */
export function StoreAndStylist({ values, known, field, onChoose }: StoreAndStylistProps) {
  const locations = useLocations();
  const questionnaire = useQuestionnaire();
  const stores = locations.data ? storeOptions(locations.data, known.assigned_location_id) : null;
  const stylists = questionnaire.data ? stylistOptions(questionnaire.data, known.preferred_stylist) : null;
  // The select is controlled, because an uncontrolled one would lose its value when the options are loaded late.
  const controlled = (name: Choice) => ({
    ...field(name),
    ref: null,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => onChoose(name, target.value),
    label: accountLabels[name],
  });
  return (
    <div className={styles.pair}>
      {locations.isError && !stores ? (
        <NotLoaded what="our stores" retry={() => void locations.refetch()} busy={locations.isFetching} />
      ) : (
        <SelectField
          {...controlled('assigned_location_id')}
          hint="Returns are welcome at any of them."
          options={stores ?? []}
          {...(values.assigned_location_id === '' ? { placeholder: 'Choose' } : {})}
        />
      )}
      {questionnaire.isError && !stylists ? (
        <NotLoaded what="our stylists" retry={() => void questionnaire.refetch()} busy={questionnaire.isFetching} />
      ) : (
        <SelectField
          {...controlled('preferred_stylist')}
          hint="Leave it to us, or ask for someone you know."
          options={stylists ?? []}
        />
      )}
    </div>
  );
}

/** No preference, the offered stores, and the customer's own store. */
function storeOptions(locations: Parameters<typeof offeredStores>[0], own: string) {
  const offered = offeredStores(locations);
  const others = locations.filter(
    ({ id, label }) => label === policy().no_preference || (id === own && !offered.some((store) => store.id === own)),
  );
  return [...others, ...offered].map(({ id, label }) => ({ value: id, label }));
}

/** No preference, the stylists of the quiz, and the customer's own stylist. */
function stylistOptions(questionnaire: Parameters<typeof stylistsIn>[0], own: string) {
  const { anyone, names } = stylistsIn(questionnaire);
  const all = own === '' || names.includes(own) ? names : [own, ...names];
  return [{ value: '', label: anyone ?? '' }, ...all.map((name) => ({ value: name, label: name }))];
}

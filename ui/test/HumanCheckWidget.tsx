/** Stands in for the human check's widget: a box to tick, passed at once. */
export default function HumanCheckWidget({ onToken }: { onToken: (token: string) => void }) {
  return (
    <label>
      <input type="checkbox" onChange={(event) => onToken(event.target.checked ? 'passed' : '')} />
      I’m not a robot
    </label>
  );
}

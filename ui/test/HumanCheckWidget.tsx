/** Replaces the human check's widget with a checkbox that passes at once. */
export default function HumanCheckWidget({ onToken }: { onToken: (token: string) => void }) {
  return (
    <label>
      <input type="checkbox" onChange={(event) => onToken(event.target.checked ? 'passed' : '')} />
      I’m not a robot
    </label>
  );
}

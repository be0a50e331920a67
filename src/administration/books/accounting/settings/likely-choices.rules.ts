import type { Choices, ChoiceKind, Ours, Theirs } from './choices.queries.ts'

/** Whether one there says what one of ours says. */
const alike: Record<ChoiceKind, (ours: Ours, theirs: Theirs) => boolean> = {
  vat: (ours, theirs) => ours.percentage !== null && Number(ours.percentage) === Number(theirs.percentage ?? '-1'),
  account: (ours, theirs) => ours.code === theirs.code,
  payment_condition: (ours, theirs) => ours.days === theirs.days,
}

/** What is likely meant, where exactly one there is like one of ours; VAT of 0 % is never guessed, since it has many kinds. */
export function likelyChoices(
  ours: Record<ChoiceKind, Ours[]>,
  theirs: readonly Theirs[],
  chosen: Choices,
): { kind: ChoiceKind; id: number; their_id: string }[] {
  return (Object.keys(alike) as ChoiceKind[]).flatMap((kind) =>
    ours[kind]
      .filter(({ id, percentage }) => !chosen[kind].has(id) && (kind !== 'vat' || Number(percentage ?? 0) > 0))
      .flatMap((one) => {
        const found = theirs.filter((other) => other.kind === kind && alike[kind](one, other))
        return found.length === 1 ? [{ kind, id: one.id, their_id: found[0]!.their_id }] : []
      }),
  )
}

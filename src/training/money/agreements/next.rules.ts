/** What an agreement with a company asks for as it stands. */
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import { isDone } from './agreements.rules.ts'
import { agreementsArea } from './rights.ts'

const change = { area: agreementsArea, right: 'change' } as const

/** The link by which the company enrols its people, and more places or time once there are none left. */
export function agreementSteps(
  { id, ends_on, token_hash }: { id: number; ends_on: string; token_hash: string | null },
  lines: readonly { left: number }[],
  day: string,
): Step[] {
  const left = lines.map((line) => line.left)
  if (ends_on < day || isDone(ends_on, left, day))
    return [
      {
        ...change,
        label: ends_on < day ? 'Verlengen' : 'Plaatsen toevoegen',
        icon: 'calendar-plus',
        kind: 'popup',
        url: `/agreements/edit/${id}`,
        next: true,
      },
    ]
  return token_hash === null
    ? [{ ...change, label: 'Link maken', icon: 'link', kind: 'post', url: `/agreements/${id}/link`, next: true }]
    : []
}

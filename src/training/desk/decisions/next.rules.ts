/** The ways in which somebody decides whether a planning goes on. */
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { decisionsArea } from './rights.ts'

interface Deciding {
  /** The part that stands for the planning, and how many are enrolled in it. */
  id: number
  movable: number
  enrolled: number
  /** None where it is an option and nothing else. */
  min_count: number | null
  is_option: boolean
}

/**
 * Each way to decide, with what the numbers ask for marked: it goes on when there are enough people; else those who are
 * there go elsewhere, and without any an option is kept longer or the planning is cancelled. They tell everyone, and can
 * be taken back.
 */
export function waysToDecide({ id, enrolled, min_count, movable, is_option }: Deciding): Step[] {
  const isEnough = enrolled >= (min_count ?? 1)
  return [
    {
      label: 'Bevestigen',
      icon: 'circle-check',
      kind: 'popup',
      url: `/calendar/confirm/${id}`,
      area: appointmentsArea,
      right: 'change',
      next: isEnough,
    },
    ...(is_option
      ? [
          {
            label: 'Optie verlengen',
            icon: 'hourglass',
            kind: 'popup' as const,
            url: `/calendar/optionUntil/${id}`,
            area: appointmentsArea,
            right: 'change' as const,
            next: movable === 0 && !isEnough,
          },
        ]
      : []),
    ...(movable === 0
      ? []
      : [
          {
            label: 'Cursisten verplaatsen',
            icon: 'calendar-share',
            kind: 'popup' as const,
            url: `/decisions/move/${id}`,
            area: decisionsArea,
            right: 'change' as const,
            next: !isEnough,
          },
        ]),
    {
      label: 'Annuleren',
      icon: 'calendar-x',
      kind: 'popup',
      url: `/calendar/cancel/${id}`,
      danger: true,
      area: appointmentsArea,
      right: 'change',
      next: movable === 0 && !isEnough && !is_option,
    },
  ]
}

import { formatCount } from '../../../platform/format/format.ts'

export interface Deciding {
  /** Parts that are neither certain nor over. */
  uncertain: boolean
  enrolled: number
  /** None: it is an option, whatever the number. */
  min_count: number | null
  /** Days until it has to be decided; below zero: it should have been. */
  days_left: number
}

/** Whether it is time to decide. */
export const isDue = ({ uncertain, days_left }: Deciding): boolean => uncertain && days_left <= 0

/** 'nog 3 dagen', 'vandaag', '2 dagen te laat'. */
export function daysText(days: number): string {
  if (days === 0) return 'vandaag'
  return days > 0 ? `nog ${formatCount(days, 'dag', 'dagen')}` : `${formatCount(-days, 'dag', 'dagen')} te laat`
}

/** '2 van minimaal 4 ingeschreven'; '2 ingeschreven'. */
export const countText = ({ enrolled, min_count }: Pick<Deciding, 'enrolled' | 'min_count'>): string =>
  min_count === null ? `${enrolled} ingeschreven` : `${enrolled} van minimaal ${min_count} ingeschreven`

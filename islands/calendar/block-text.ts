/** The words in a block, none of them twice. */
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import { plain } from './titles.ts'

/** What is taught, and what of it; of a calendar that does not tell them apart all is the first. */
export function namesOf({ course, part, description }: CalendarAppointment): { course: string; part: string } {
  return course === undefined ? { course: plain(description), part: '' } : { course, part: part ?? '' }
}

/** 'J. van Dijk' of 'Jeroen van Dijk'; more than one is counted. */
export function shortNames(names: readonly string[]): string {
  const [first = '', ...others] = names
  const [given = '', ...rest] = first.split(' ')
  const short = rest.length === 0 ? given : `${given.charAt(0)}. ${rest.join(' ')}`
  return others.length === 0 ? short : `${short} +${others.length}`
}

export interface SubText {
  /** '7/14', as far as the viewer may know. */
  filled: string
  /** The company, or who gives it. */
  who: string
  /** What still has to be done. */
  warning: string
}

/** The second line of a block: how full it is, for whom or by whom it is given, and what it lacks. */
export function subText(appointment: CalendarAppointment, isOver: boolean): SubText {
  const { free, max_count, incompany, teachers, version, cancelled, full, status } = appointment
  if (cancelled) return { filled: 'Geannuleerd', who: '', warning: '' }
  const filled = free === undefined || max_count === undefined ? '' : full ? 'Vol' : `${max_count - free}/${max_count}`
  const who = incompany?.length ? incompany.join(', ') : shortNames(teachers ?? [])
  // Only who plans knows that there is nobody; and what was given needs nobody any more.
  const isOpen = version !== undefined && !isOver && !teachers?.length
  const option = status?.key === 'option' && !isOver ? status.label.replace(/^Optie/, 'optie') : ''
  return { filled, who, warning: isOpen ? 'geen docent' : option }
}

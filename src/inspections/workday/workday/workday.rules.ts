import { MONTHS } from '../../../platform/format/days.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatTime } from '../../../platform/format/format.ts'
import { addDays, wallClock, weekday } from '../../../platform/format/zone.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import type { Work } from './workday.queries.ts'

const SHOWN_DAYS = 7
const DAY_NAMES = ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo']

/** Where a visit is, in one line; '' where nobody said it. */
export const addressText = (
  work: Pick<Work, 'street' | 'street_no' | 'street_no_adding' | 'postal_code' | 'city' | 'country_code'>,
) => [streetLine(work), cityLine(work)].filter(Boolean).join(', ')

/** The row of days around the one that is shown. @param counts visits by day */
export const dayStrip = (day: string, counts: ReadonlyMap<string, number>) =>
  Array.from({ length: SHOWN_DAYS }, (_, i) => addDays(day, i - 3)).map((date) => ({
    date,
    name: DAY_NAMES[weekday(date) - 1]!,
    number: Number(date.slice(8)),
    count: counts.get(date) ?? 0,
    isShown: date === day,
  }))

/** The weeks of the month of a day, Monday first; what is of another month is null. */
export function monthOf(day: string, counts: ReadonlyMap<string, number>) {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, 1 - weekday(first))
  const weeks = Array.from({ length: 6 }, (_w, w) =>
    Array.from({ length: 7 }, (_d, d) => {
      const date = addDays(start, w * 7 + d)
      return date.slice(0, 7) === day.slice(0, 7)
        ? { date, number: Number(date.slice(8)), count: counts.get(date) ?? 0, isShown: date === day }
        : null
    }),
  ).filter((week) => week.some(Boolean))
  return {
    title: `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`,
    names: DAY_NAMES,
    weeks,
    before: addDays(first, -1),
    after: addDays(first, 31),
  }
}

/** The span of days whose visits are counted: the month of a day, and what is around the day. */
export const countedSpan = (day: string): [string, string] => {
  const first = `${day.slice(0, 7)}-01`
  const next = addDays(first, 31)
  return [addDays(first, -SHOWN_DAYS), addDays(`${next.slice(0, 7)}-01`, SHOWN_DAYS)]
}

/** A visit as its card shows it. */
export function card(work: Work, now: Date) {
  const address = addressText(work)
  return {
    ...work,
    hours: `${formatTime(work.starts_at)}–${formatTime(work.ends_at)}`,
    address,
    route: address === '' ? null : mapLink(address),
    tel: work.phone.replace(/[^\d+]/g, ''),
    state: work.done
      ? { label: 'Afgerond', css: 'st-done' }
      : now >= work.starts_at && now < work.ends_at
        ? { label: 'Bezig', css: 'st-confirmed' }
        : null,
    isNow: !work.done && now >= work.starts_at && now < work.ends_at,
  }
}

const action = (url: string) => ({ kind: 'popup', url })

/** A visit as programs read it (A3). */
export const visitJson = (work: Work) => {
  const address = addressText(work)
  const { day } = wallClock(work.starts_at)
  return {
    id: work.id,
    order_id: work.order_id,
    date: day,
    start_time: wallClock(work.starts_at).time,
    end_time: wallClock(work.ends_at).time,
    done: work.done,
    hasActions: work.actions > 0,
    order: {
      id: work.order_id,
      messageName: work.customer,
      address: streetLine(work),
      postal_code: work.postal_code,
      city: work.city,
      mapsRouteUrl: address === '' ? null : mapLink(address),
      contact_id: work.contact_id,
      company_id: work.company_id,
      // Where one goes.
      destination: {
        id: work.company_id ?? work.contact_id,
        type: work.company_id === null ? 'contact' : 'company',
        name: work.customer,
      },
      contract:
        work.contract_id === null
          ? null
          : {
              name: work.contract,
              city: work.city,
              viewAction: action(`/inspections/contracts/view/${work.contract_id}`),
            },
      printOptions: work.print_layout_id === null ? {} : { layout_id: work.print_layout_id },
      numberOfNotes: work.notes,
      deviceCount: work.devices,
      hasOtherActions: work.open_actions > 0,
      viewAction: action(`/administration/order/view/${work.order_id}`),
      viewNotesAction: action(`/administration/order/view/${work.order_id}?item=notes`),
      addNotesAction: action(`/notes/create/order/${work.order_id}`),
    },
  }
}

import { formatDate, formatMoney, formatTime } from '../../../platform/format/format.ts'
import { addDays } from '../../../platform/format/zone.ts'
import { ZONE } from '../../../platform/format/zone.ts'
import type { Offered } from './offer.queries.ts'

/** Days in which a consumer may change their mind (Civil Code 6:230o). */
export const WITHDRAWAL_DAYS = 14

const days = new Intl.DateTimeFormat('nl-NL', { timeZone: ZONE, weekday: 'long' })

/** 'maandag 30-11-2026, 08:30–16:00' */
export const whenText = (from: Date, to: Date): string =>
  `${days.format(from)} ${formatDate(from)}, ${formatTime(from)}–${formatTime(to)}`

/** What one person pays: consumers read it with VAT, the law wants it so. */
export function priceShown(
  { price }: Pick<Offered, 'price'>,
  isConsumer: boolean,
): { amount: string; text: string } | null {
  if (price === null) return null
  const text = !price.taxed ? 'vrij van btw' : isConsumer ? 'inclusief btw' : 'exclusief btw'
  return { amount: formatMoney(isConsumer ? price.incl : price.excl), text: `${text}, per persoon` }
}

/** Whether it begins within the days in which a consumer may change their mind. */
export const startsSoon = (first: string, today: string): boolean => first < addDays(today, WITHDRAWAL_DAYS)

/** Course data for search engines (schema.org/Course). */
export const courseData = (offered: readonly Offered[], { house, url }: { house: string; url: string }) => ({
  '@context': 'https://schema.org',
  '@graph': [...Map.groupBy(offered, ({ course_id }) => course_id).values()].map((plannings) => ({
    '@type': 'Course',
    name: plannings[0]!.course,
    description: plannings[0]!.course,
    courseCode: plannings[0]!.code,
    provider: { '@type': 'Organization', name: house },
    hasCourseInstance: plannings.map((planning) => ({
      '@type': 'CourseInstance',
      courseMode: planning.online ? 'Online' : 'Onsite',
      startDate: planning.parts[0]!.starts_at.toISOString(),
      endDate: planning.parts.at(-1)!.ends_at.toISOString(),
      ...(planning.parts[0]!.address === '' ? {} : { location: planning.parts[0]!.address }),
      offers: {
        '@type': 'Offer',
        url: `${url}/${planning.appointment_group_id}`,
        availability: planning.free > 0 ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
        ...(planning.price === null ? {} : { price: (planning.price.incl / 100).toFixed(2), priceCurrency: 'EUR' }),
      },
    })),
  })),
})

/** JSON within a script of the page: nothing in it ends that. */
export const jsonInPage = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The script that another website puts where the offer is to stand. */
export const WIDGET = `(() => {
  const here = document.currentScript
  const frame = document.createElement('iframe')
  const course = here.dataset.course ? '&opleiding=' + encodeURIComponent(here.dataset.course) : ''
  frame.src = new URL('/aanbod?kader=1' + course, here.src).href
  frame.title = here.dataset.title || 'Opleidingen en data'
  frame.loading = 'lazy'
  frame.style.cssText = 'border:0;width:100%;min-height:40rem'
  here.after(frame)
})()
`

/** The offer in a colour of one's own: as it is on white, lighter on dark. */
export const accentStyle = (accent: string): string =>
  accent === ''
    ? ''
    : `:root { --c-primary: ${accent}; --c-primary-hover: color-mix(in oklab, ${accent} 88%, black); --c-primary-ink: light-dark(${accent}, color-mix(in oklab, ${accent} 40%, white)); }\n`

/** The form by which a consumer changes their mind, as the law words it (annex to Civil Code 6:230o). */
export const withdrawalForm = ({ house, course }: { house: string; course: string }): string =>
  `Modelformulier voor herroeping (alleen invullen en terugsturen als u van de overeenkomst af wilt)\n\nAan: ${house}\nIk deel u mee dat ik onze overeenkomst over ${course} herroep.\nAangemeld op:\nNaam:\nAdres:\nDatum:`

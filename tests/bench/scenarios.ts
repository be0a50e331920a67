import { LARGE_COMPANY } from './bulk-training.ts'

/** A row of the bench: the same task for the bare limit and for us. */
export interface Scenario {
  name: string
  limit: string
  ours: string
  headers?: Record<string, string>
}

const FRAGMENT = { 'HX-Request': 'true' }
/** Somebody of the many, and one of their companies. */
const PERSON = 5_000
const COMPANY = 500
/** One of the companies that own devices, at every scale. */
const OWNER = 100
/** The saved view that the ground lays. */
export const SAVED_VIEW = {
  page: '/contacts',
  name: 'Cursisten van een bedrijf',
  query: `role=5&company_id=${COMPANY}`,
}

/**
 * All rows, around this moment.
 * @param of the id of the saved view, after which id the many companies begin, and an order of the many
 */
export function scenarios({ view, company0, order }: { view: number; company0: number; order: number }): Scenario[] {
  const now = Math.floor(Date.now() / 1000)
  const month = `from=${now - 15 * 86_400}&to=${now + 27 * 86_400}`
  const monday = now - (now % 86_400) - ((Math.floor(now / 86_400) + 3) % 7) * 86_400 + 7 * 86_400
  const large = company0 + LARGE_COMPANY
  return [
    { name: 'contacts table', limit: '/contacts', ours: '/contacts', headers: FRAGMENT },
    { name: 'global search', limit: '/search?query=dijkstra', ours: '/ajax/superSearch?query=dijkstra' },
    {
      name: 'search with an error',
      limit: '/search?query=dijsktra&tolerant',
      ours: '/ajax/superSearch?query=dijsktra',
    },
    {
      name: 'companies by name part',
      limit: '/companies?search=bouw',
      ours: '/companies?search=bouw',
      headers: FRAGMENT,
    },
    {
      name: 'contacts by a rare name',
      limit: '/contacts?search=dijkstrab',
      ours: '/contacts?search=dijkstrab',
      headers: FRAGMENT,
    },
    {
      name: 'contacts by role and company',
      limit: `/contacts?role=5&company=${COMPANY}`,
      ours: `/contacts?${SAVED_VIEW.query}`,
      headers: FRAGMENT,
    },
    { name: 'calendar month', limit: `/calendar?${month}`, ours: `/ajax/getAppointments/courses?type=m&${month}` },
    {
      name: 'list with a saved view',
      limit: `/contacts?role=5&company=${COMPANY}`,
      ours: `/contacts?view=${view}`,
      headers: FRAGMENT,
    },
    { name: 'grouped list', limit: '/contacts?grouped', ours: '/contacts?group=company', headers: FRAGMENT },
    {
      name: 'palette search',
      limit: '/search?query=jansen%20bakkerij',
      ours: '/ajax/superSearch?query=jansen%20bakkerij',
    },
    {
      name: 'plannings to move to',
      limit: '/plannings?course=1',
      ours: '/calendar/moveStudentsAppointments/?courseId=1&freeSpace=1&page=0',
      headers: FRAGMENT,
    },
    { name: 'refreshers', limit: '/refreshers', ours: '/courses/refreshers', headers: FRAGMENT },
    {
      name: 'refreshers of a company',
      limit: `/refreshers?company=${COMPANY}`,
      ours: `/courses/refreshers?company_id=${COMPANY}`,
      headers: FRAGMENT,
    },
    {
      name: 'lanes of a week',
      limit: `/lanes?from=${monday}&to=${monday + 7 * 86_400}`,
      ours: `/courses/board/teachers/data?type=w&from=${monday}&to=${monday + 7 * 86_400}`,
    },
    {
      name: 'availability of a day',
      limit: `/lanes?from=${monday + 86_400}&to=${monday + 2 * 86_400}`,
      ours: `/courses/board/teachers/data?type=d&from=${monday + 86_400}&to=${monday + 2 * 86_400}`,
    },
    {
      name: 'matrix of 500 people',
      limit: `/matrix?company=${large}`,
      ours: `/certificates/matrix/${large}`,
      headers: FRAGMENT,
    },
    { name: 'waiting list', limit: '/waiting', ours: '/waiting-list', headers: FRAGMENT },
    { name: 'orders', limit: '/orders', ours: '/administration/orders', headers: FRAGMENT },
    {
      name: 'orders to deliver',
      limit: '/orders?status=open',
      ours: '/administration/orders?status=open',
      headers: FRAGMENT,
    },
    {
      name: 'invoices of a customer',
      limit: `/invoices?company=${company0 + COMPANY}`,
      ours: `/administration/invoices?company_id=${company0 + COMPANY}`,
      headers: FRAGMENT,
    },
    {
      name: 'invoices by state',
      limit: '/invoices?concepts',
      ours: '/administration/invoices?status=concept',
      headers: FRAGMENT,
    },
    { name: 'month to close', limit: '/month', ours: '/administration/billing/list', headers: FRAGMENT },
    { name: 'order popup', limit: `/order/${order}`, ours: `/administration/order/view/${order}`, headers: FRAGMENT },
    {
      name: 'lines of an order',
      limit: `/order/${order}/lines`,
      ours: `/administration/order/lines/${order}`,
      headers: FRAGMENT,
    },
    {
      name: 'devices of a customer',
      limit: `/devices?company=${company0 + OWNER}`,
      ours: `/inspections/devices?company_id=${company0 + OWNER}`,
      headers: FRAGMENT,
    },
    {
      name: 'devices due next month',
      limit: '/devices',
      ours: '/inspections/devices?next_on=next-month&sort=next_on',
      headers: FRAGMENT,
    },
    { name: 'contact popup', limit: `/contact/${PERSON}`, ours: `/contact/view/${PERSON}`, headers: FRAGMENT },
  ]
}

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
/** The saved view that the ground lays. */
export const SAVED_VIEW = {
  page: '/contacts',
  name: 'Cursisten van een bedrijf',
  query: `role=5&company_id=${COMPANY}`,
}

/** All rows, around this moment. */
/** @param view the id of the saved view */
export function scenarios({ view }: { view: number }): Scenario[] {
  const now = Math.floor(Date.now() / 1000)
  const month = `from=${now - 15 * 86_400}&to=${now + 27 * 86_400}`
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
    { name: 'contact popup', limit: `/contact/${PERSON}`, ours: `/contact/view/${PERSON}`, headers: FRAGMENT },
  ]
}

/** A row of the bench: the same task for the bare limit and for us. */
export interface Scenario {
  name: string
  limit: string
  ours: string
  headers?: Record<string, string>
}

const FRAGMENT = { 'HX-Request': 'true' }
/** Somebody of the many. */
const PERSON = 5_000

/** All rows, around this moment. */
export function scenarios(): Scenario[] {
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
      limit: '/contacts?role=5&company=500',
      ours: '/contacts?role=5&company_id=500',
      headers: FRAGMENT,
    },
    { name: 'calendar month', limit: `/calendar?${month}`, ours: `/ajax/getAppointments/courses?type=m&${month}` },
    { name: 'contact popup', limit: `/contact/${PERSON}`, ours: `/contact/view/${PERSON}`, headers: FRAGMENT },
  ]
}

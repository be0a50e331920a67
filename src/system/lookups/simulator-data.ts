/**
 * What the stand-ins of the registers know by themselves. Towns exist, the companies are invented, apart from the
 * register's own published test numbers.
 */

/** About where the towns lie: latitude and longitude. */
export const POINTS: Record<string, readonly [number, number]> = {
  Zwolle: [52.5126, 6.0936],
  Hasselt: [52.5928, 6.0962],
  Raalte: [52.3866, 6.2753],
  Olst: [52.3377, 6.1114],
  Kampen: [52.5553, 5.9111],
  IJsselmuiden: [52.5656, 5.9259],
  Steenwijk: [52.7879, 6.1195],
  Apeldoorn: [52.2112, 5.9699],
  Deventer: [52.2661, 6.1552],
  Nijverdal: [52.3667, 6.4625],
  Enschede: [52.2215, 6.8937],
  Hengelo: [52.2658, 6.7931],
  Almelo: [52.3571, 6.6684],
  Dedemsvaart: [52.5992, 6.4583],
  Ommen: [52.5208, 6.4208],
  Hardenberg: [52.575, 6.6194],
  Meppel: [52.6956, 6.1944],
  Amersfoort: [52.1561, 5.3878],
  Amsterdam: [52.3728, 4.8936],
}

/** First four digits of a postal code → city. */
export const CITIES: Record<string, string> = {
  '8011': 'Zwolle',
  '8012': 'Zwolle',
  '8013': 'Zwolle',
  '8061': 'Hasselt',
  '8102': 'Raalte',
  '8121': 'Olst',
  '8261': 'Kampen',
  '8271': 'IJsselmuiden',
  '8331': 'Steenwijk',
  '7311': 'Apeldoorn',
  '7411': 'Deventer',
  '7417': 'Deventer',
  '7441': 'Nijverdal',
  '7511': 'Enschede',
  '7551': 'Hengelo',
  '7601': 'Almelo',
  '7701': 'Dedemsvaart',
  '7731': 'Ommen',
  '7771': 'Hardenberg',
  '7941': 'Meppel',
  '3811': 'Amersfoort',
  '1016': 'Amsterdam',
}

/** A postal code that is nobody's in particular has one of these. */
export const STREETS = [
  'Molenweg',
  'Kerkstraat',
  'Dorpsstraat',
  'Stationsweg',
  'Parallelweg',
  'Wilhelminastraat',
  'Beukenlaan',
  'Industrieweg',
  'Nieuwstraat',
  'Veerallee',
]

/** The highest house number of any street. */
export const LAST_NUMBER = 400

export interface SimulatedCompany {
  kvkNummer: string
  naam: string
  straatnaam: string
  huisnummer: number
  toevoeging?: string
  postcode: string
  plaats: string
  /** The address is shielded, as those of many sole traders are. */
  shielded?: boolean
  /** No establishment: the address stands with the owner. */
  ownerOnly?: boolean
}

const company = (
  kvkNummer: string,
  naam: string,
  [straatnaam, huisnummer, postcode, plaats]: [string, number, string, string],
  more: Pick<SimulatedCompany, 'toevoeging' | 'shielded' | 'ownerOnly'> = {},
): SimulatedCompany => ({ kvkNummer, naam, straatnaam, huisnummer, postcode, plaats, ...more })

/** Companies that are nobody's customer yet; those of a story come with it. */
const COMPANIES: SimulatedCompany[] = [
  company('68750110', 'Test BV Donald', ['Hizzaarderlaan', 3, '8823SJ', 'Lollum'], { toevoeging: 'A' }),
  company('69599084', 'Test EMZ Dagobert', ['Abebe Bikilalaan', 17, '1034WL', 'Amsterdam'], { shielded: true }),
  company('69599068', 'Test Stichting Bolderbast', ['Oosterwal', 8, '1016LV', 'Amsterdam'], { ownerOnly: true }),
  company('90010002', 'Ten Have Autolease B.V.', ['Industrieweg', 24, '7701KD', 'Dedemsvaart']),
]

export interface Place {
  street: string
  postal_code: string
  city: string
}

/** An address of the register's own documentation. */
const ROZENGRACHT: Place = { street: 'Rozengracht', postal_code: '1016LV', city: 'Amsterdam' }

/** What the registers know besides: the addresses of a story, and its companies that stand in the trade register. */
export interface Told {
  places: Place[]
  companies: (Place & { name: string; coc_no: string; street_no: string })[]
}

/** Everything the registers answer from. */
export interface World {
  companies: SimulatedCompany[]
  /** By postal code without its space. */
  places: Map<string, Omit<Place, 'postal_code'>>
}

const compact = (postalCode: string): string => postalCode.replace(/\s/g, '')

export function worldOf(told: Told): World {
  const companies = [
    ...told.companies.map(({ coc_no, name, street, street_no, postal_code, city }) =>
      company(coc_no, name, [street, Number(street_no), compact(postal_code), city]),
    ),
    ...COMPANIES,
  ]
  const places = new Map([
    ...companies.map(({ postcode, straatnaam, plaats }) => [postcode, { street: straatnaam, city: plaats }] as const),
    ...[...told.places, ROZENGRACHT].map(
      ({ postal_code, street, city }) => [compact(postal_code), { street, city }] as const,
    ),
  ])
  return { companies, places }
}

/** What the stand-ins of the registers know. Towns exist, the companies are invented, apart from the register's own
 * published test numbers. */

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

/** Postal codes that stand for a certain street; others get one of `STREETS`. */
export const KNOWN_STREETS: Record<string, string> = {
  '8011AA': 'Havenkade',
  '8011AB': 'Lindelaan',
  '8261AC': 'IJsselkade',
  '7411BC': 'Broodsteeg',
  '7311CD': 'Vrachtweg',
  '7551DE': 'Staalstraat',
  '7731EF': 'Markt',
  '7941FG': 'Leidingweg',
  '1016LV': 'Rozengracht',
}

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

export const COMPANIES: SimulatedCompany[] = [
  company('68750110', 'Test BV Donald', ['Hizzaarderlaan', 3, '8823SJ', 'Lollum'], { toevoeging: 'A' }),
  company('69599084', 'Test EMZ Dagobert', ['Abebe Bikilalaan', 17, '1034WL', 'Amsterdam'], { shielded: true }),
  company('69599068', 'Test Stichting Bolderbast', ['Oosterwal', 8, '1016LV', 'Amsterdam'], { ownerOnly: true }),
  company('90010001', 'Garage Ten Have B.V.', ['Industrieweg', 22, '7701KD', 'Dedemsvaart']),
  company('90010002', 'Ten Have Autolease B.V.', ['Industrieweg', 24, '7701KD', 'Dedemsvaart']),
  company('90010003', 'Drukkerij Het Vlugschrift', ['Nieuwstraat', 61, '8011NB', 'Zwolle'], { toevoeging: 'bis' }),
  company('90010004', 'Zorgboerderij De Hooiberg', ['Parallelweg', 5, '8121PK', 'Olst']),
  company('90010005', 'Kunststof Vechtdal B.V.', ['Stationsweg', 140, '7771CX', 'Hardenberg']),
  company('90010006', 'Stichting Kinderopvang Pinkeltje', ['Beukenlaan', 33, '8261HJ', 'Kampen']),
  company('90010007', 'Loonbedrijf Wolters', ['Molenweg', 9, '7441MV', 'Nijverdal']),
  company('90010008', 'Apotheek De Vijzel', ['Kerkstraat', 18, '7601DL', 'Almelo']),
  company('90010009', 'Logistiek Centrum IJsseldelta B.V.', ['Veerallee', 300, '8271VR', 'IJsselmuiden']),
]

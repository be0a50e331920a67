type Line = [
  name: string,
  /** Its number in the trade register, or the company it is a branch of: a branch has no number of its own. */
  register: string | number,
  city: string,
  street: string,
  number: string,
  postalCode: string,
  phone: string,
]

/** The other companies of the demo; the demo's registers know them too. */
const LINES: Line[] = [
  ['Metaalwerken Twente Coating', 6, 'Ommen', 'Vechtkade', '21', '7731 BR', '0529 12 35 60'],
  ['Installatiebedrijf Vermeer Klimaat', 8, 'Raalte', 'Hofplein', '4', '8102 DN', '0572 12 35 61'],
  ['Gemeente Salland, buitendienst', 11, 'Raalte', 'Werfstraat', '30', '8102 RT', '0572 12 35 62'],
  ['Sporthal De Veldkei', 11, 'Raalte', 'Sportlaan', '2', '8102 SV', '0572 12 35 63'],
  ['Transport Kuipers Warehousing', 5, 'Apeldoorn', 'Vrachtweg', '118', '7311 CD', '055 123 40 64'],
  ['Kunststof Vechtdal B.V.', '90010005', 'Hardenberg', 'Stationsweg', '140', '7771 CX', '0523 12 35 65'],
  ['Logistiek Centrum IJsseldelta B.V.', '90010009', 'IJsselmuiden', 'Veerallee', '300', '8271 VR', '038 123 40 66'],
  ['Loonbedrijf Wolters', '90010007', 'Nijverdal', 'Molenweg', '9', '7441 MV', '0548 12 35 67'],
  ['Apotheek De Vijzel', '90010008', 'Almelo', 'Kerkstraat', '18', '7601 DL', '0546 12 35 68'],
  ['Zorgboerderij De Hooiberg', '90010004', 'Olst', 'Parallelweg', '5', '8121 PK', '0570 12 35 69'],
  ['Stichting Kinderopvang Pinkeltje', '90010006', 'Kampen', 'Beukenlaan', '33', '8261 HJ', '038 123 41 70'],
  ['Kinderopvang Pinkeltje, De Vuurtoren', 23, 'Kampen', 'Havenweg', '12', '8261 KB', '038 123 41 71'],
  ['Kinderopvang Pinkeltje, Het Kompas', 23, 'Hasselt', 'Kompasstraat', '7', '8061 PM', '038 123 41 72'],
  ['Drukkerij Het Vlugschrift', '90010003', 'Zwolle', 'Nieuwstraat', '61', '8011 NB', '038 123 41 73'],
  ['Garage Ten Have B.V.', '90010001', 'Dedemsvaart', 'Industrieweg', '22', '7701 KD', '0523 12 35 74'],
  ['Staalbouw Reggestroom B.V.', '90010115', 'Nijverdal', 'Ankerpad', '80', '7441 ZA', '0548 12 35 75'],
  ['Staalbouw Reggestroom Montage', 28, 'Almelo', 'Kadelaan', '15', '7601 XT', '0546 12 35 76'],
  ['Tuincentrum De Groene Poort', '90010117', 'Ommen', 'Balkerweg', '48', '7731 RX', '0529 12 35 77'],
  ['Woningstichting Het Overdak', '90010118', 'Deventer', 'Brinkgreven', '10', '7411 GB', '0570 12 35 78'],
  ['Theater De Spiegelzaal', '90010119', 'Zwolle', 'Schouwburgkade', '3', '8013 SK', '038 123 41 79'],
  ['Broodhuis Colmschate', 4, 'Deventer', 'Holterweg', '55', '7417 DH', '0570 12 35 80'],
  ['Rijschool Voorrang', '90010121', 'Enschede', 'Getfertsingel', '99', '7511 LE', '053 123 42 81'],
  ['Camping Het Haasje', '90010122', 'Hardenberg', 'Fazantenweg', '1', '7771 FW', '0523 12 35 82'],
  ['Elektrotechniek Bosgraaf B.V.', '90010123', 'Hengelo', 'Diamantstraat', '26', '7551 TA', '074 123 42 83'],
  ['Melkveebedrijf Schuttersveld', '90010124', 'Steenwijk', 'Eesveenseweg', '70', '8331 HM', '0521 12 35 84'],
  ['Huisartsenpraktijk De Brug', '90010125', 'Zwolle', 'Brugstraat', '19', '8012 CP', '038 123 42 85'],
  ['Afvalverwerking Noordhoek B.V.', '90010126', 'Meppel', 'Sluisweg', '6', '7941 VD', '0522 12 35 86'],
  ['Dierenkliniek De Pauw', '90010127', 'Amersfoort', 'Utrechtseweg', '144', '3811 NV', '033 123 42 87'],
]

const FIRST_ID = 13

/** 'Kunststof Vechtdal B.V.' → 'kunststofvechtdal'. */
const domainOf = (name: string): string =>
  name
    .replace(/B\.V\./g, '')
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

export const MORE_COMPANIES = LINES.map(([name, register, city, street, street_no, postal_code, phone], i) => ({
  id: FIRST_ID + i,
  name,
  client_id: 11_010 + i * 7,
  coc_no: typeof register === 'string' ? register : null,
  city,
  street,
  street_no,
  postal_code,
  phone,
  email: `info@${domainOf(name)}.example`,
  parent_id: typeof register === 'number' ? register : null,
}))

import { type ColumnRole } from '../types.ts'

/**
 * What customers write above a column, Dutch and English. Compared after `headingWords`, so without case, accents,
 * brackets, punctuation and words such as "medewerker" or "zakelijk".
 */
const SYNONYMS: Record<Exclude<ColumnRole, 'ignored'>, string> = {
  first_name:
    'voornaam, voor naam, roepnaam, voornamen, voorn, vnaam, voornaam roepnaam, roepnaam voornaam, first name, firstname, given name, given names, givenname, forename, forenames, calling name, first',
  last_name_prefix:
    'tussenvoegsel, tussenvoegsels, tussenvoeg, tussenvgsl, tussenv, tussen, tv, tvs, tsv, tvg, voorvoegsel, voorvoegsels, voorv, infix, prefix, name prefix, surname prefix, last name prefix, insertion, insert',
  last_name:
    'achternaam, achter naam, achternamen, achtern, anaam, familienaam, geslachtsnaam, surname, last name, lastname, family name, familyname, sur name, last',
  initials: 'voorletters, voorletter, voorl, vl, vltrs, initialen, initiaal, initials, initial',
  full_name:
    'naam, namen, name, names, volledige naam, naam voluit, full name, fullname, complete name, display name, voor achternaam, voornaam achternaam, voornaam tussenvoegsel achternaam, voorletters achternaam, first last name, first name last name, wie',
  full_name_last_first:
    'achternaam voornaam, achternaam voorletters, naam voornaam, naam voorletters, achternaam voornaam tussenvoegsel, achternaam tussenvoegsel voornaam, surname first name, last name first name, last first name, surname given name',
  birth_date:
    'geboortedatum, geboorte datum, geboortedag, geboortedat, geboorte, geb datum, gebdatum, geb dat, gebdat, geb dd, geb, gebdtm, gd, geboren, geboren op, verjaardag, date birth, birth date, birthdate, dateofbirth, dob, d o b, birthday, born, born on',
  email:
    'email, e mail, mail, emailadres, e mailadres, email adres, e mail adres, mailadres, mail adres, email address, e mail address, emailaddress, mail address, e post',
  phone:
    'telefoon, telefoonnummer, telefoon nummer, telefoonnr, telefoon nr, tel, tel nr, telnr, telnummer, tel nummer, vaste telefoon, vast, vast nummer, vaste nummer, phone, phone number, phonenumber, telephone, telephone number, landline, contactnummer, contact number, bereikbaar op',
  mobile_phone:
    'mobiel, mobieltje, mobielnummer, mobiel nummer, mobiele nummer, mobielnr, mobiel nr, mob, mob nr, mobnr, mobiele telefoon, mobiel telefoonnummer, telefoon mobiel, tel mobiel, telefoonnummer mobiel, mobile, mobile phone, mobile number, mobile phone number, mobile telephone, cell, cellphone, cell phone, cell number, gsm, gsm nummer, gsm nr, 06, 06 nummer, 06 nr, smartphone',
  company:
    'bedrijf, bedrijfsnaam, bedrijf organisatie, naam bedrijf, werkgever, naam werkgever, organisatie, organisatienaam, organization name, organisation name, naam organisatie, firma, instelling, klant, klantnaam, opdrachtgever, company, company name, employer, organisation, organization, customer',
  note: 'opmerking, opmerkingen, opm, bijzonderheden, bijzonderheid, notitie, notities, toelichting, aantekening, aantekeningen, wensen, remark, remarks, note, notes, comment, comments, afdeling, afd, department, dept, functie, functienaam, job title, function, position, team, ploeg, groep, locatie, vestiging, location, site, unit, dieet, dieetwensen, dieetwens, allergie, allergieen, lunch, special needs, kostenplaats, cost center',
}

/** Headings of columns that are nobody's data here, though their values may look like it. */
const IGNORED =
  'nr, nummer, volgnr, volgnummer, id, no, number, geslacht, gender, m v, sex, aanhef, titel, titels, title, salutation, straat, adres, address, street, huisnummer, huisnr, huis nr, toevoeging, postcode, zipcode, postal code, plaats, plaatsnaam, woonplaats, city, town, land, country, geboorteplaats, place birth, birth place, birthplace, nationaliteit, nationality, handtekening, paraaf, signature, aanwezig, bsn, burgerservicenummer, sofinummer, personeelsnummer, personeelsnr, pers nr, persnr, relatienummer, datum dienst, start date, startdatum, cursusdatum'

/** Plain remarks stand in the note as they are; any other column in it is named. */
const PLAIN_NOTE = /^(opm|bijzonder|notitie|toelichting|aantekening|wensen|remark|note|comment)/

/** Someone else's data: the manager's address is not the participant's. */
const SOMEONE_ELSE =
  /leidinggevende|manager|supervisor|teamleider|chef|contactpersoon|contact person|partner|ouder|verzorger|nood|emergency|meisjes|maiden|dienst|employment|hired|verloop|expir|geldig/

const PERSON_WORDS =
  'deelnemer deelnemers cursist cursisten medewerker medewerkers werknemer werknemers kandidaat kandidaten persoon personen student studenten leerling leerlingen bhver bhvers participant participants employee employees attendee attendees candidate candidates trainee trainees person persons student students'
const FILLER_WORDS =
  'wat is zijn uw je jouw what your van de het der the of and en zakelijk zakelijke werk work business office kantoor prive private personal home thuis optioneel verplicht s'

const ROLES = new Map<string, ColumnRole>([
  ...Object.entries(SYNONYMS).flatMap(([role, words]) =>
    words.split(', ').map((word) => [word, role as ColumnRole] as const),
  ),
  ...IGNORED.split(', ').map((word) => [word, 'ignored'] as const),
])
const PERSONS = new Set(PERSON_WORDS.split(' '))
const FILLERS = new Set(FILLER_WORDS.split(' '))

/** The words of a heading that tell columns apart: "Geb.datum medewerker (dd-mm-jjjj)*" gives "geb datum". */
export function headingWords(heading: string): string {
  return allWords(heading)
    .filter((word) => !PERSONS.has(word) && !FILLERS.has(word))
    .join(' ')
}

function allWords(heading: string): string[] {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** The role that a heading names, 'ignored' for a known column that is no use here, null for anything else. */
export function headingRole(heading: string): ColumnRole | null {
  if (heading.length > 60 || /@|\d{4}/.test(heading)) return null
  const every = allWords(heading)
  if (SOMEONE_ELSE.test(every.join(' '))) return 'ignored'
  // Google Contacts names what a value is in a column of its own: "Phone 1 - Label".
  if (/ - (?:label|type)$/i.test(heading)) return 'ignored'
  const words = headingWords(heading)
  if (words === '') return every.length === 1 && PERSONS.has(every[0]!) ? 'full_name' : null
  return ROLES.get(words) ?? patternRole(words)
}

function patternRole(words: string): ColumnRole | null {
  if (/geboort|geboren|birth|\bborn\b|^geb ?dat/.test(words))
    return /plaats|land|naam|place|country/.test(words) ? 'ignored' : 'birth_date'
  if (/^(e ?)?mail|e ?mail( ?adres| ?address)?$/.test(words)) return 'email'
  if (/mobiel|mobile|\bgsm\b/.test(words)) return 'mobile_phone'
  if (/telefoon|^tel |\bphone\b|telephone/.test(words)) return 'phone'
  if (/^(personeels|medewerker|relatie|klant|debiteur|registratie)?(nummer|nr|id|number|no|code)$/.test(words))
    return 'ignored'
  return /nummer$|\bid$|\bnr$|\bnumber$/.test(words) ? 'ignored' : null
}

/** How a value of this column starts in the note: "Afdeling: ", or nothing for a column of remarks. */
export function noteLabel(heading: string): string {
  return heading === '' || PLAIN_NOTE.test(headingWords(heading)) ? '' : `${heading}: `
}

/** What the code of a layout may ask of a certificate, under Dutch names. */
import { formatDate } from '../../../platform/format/format.ts'
import type { LayoutPictures, LayoutVariable, RequiredFact } from '../../../system/layouts/points.ts'
import type { CertificateSnapshot, PrintedCertificate } from './certificates.rules.ts'
import { hoursText } from './hours.rules.ts'

const text = (name: string, label: string): LayoutVariable => ({ name, label })

export const CERTIFICATE_VARIABLES: LayoutVariable[] = [
  text('titel', 'Naam van de layout'),
  text('nummer', 'Certificaatnummer'),
  text('organisatie', 'Naam van de organisatie'),
  { name: 'met_logo', label: 'Er is een logo', isFlag: true },
  text('cursist.naam', 'Naam van de cursist'),
  text('cursist.geboortedatum', 'Geboortedatum'),
  text('opleiding.naam', 'Naam van de opleiding'),
  text('opleiding.code', 'Code van de opleiding'),
  text('periode', 'Dag of dagen waarop gevolgd'),
  text('duur', 'Duur in uren'),
  { name: 'onderdelen', label: 'Onderdelen', each: [text('naam', 'Naam'), text('dag', 'Eerste dag')] },
  text('onderdelen_tekst', 'Onderdelen achter elkaar, als er meer dan één is'),
  text('afgegeven_op', 'Dag van afgifte'),
  text('geldig_tot', 'Geldig tot en met; leeg zonder einddatum'),
  { name: 'docenten', label: 'Docenten', each: [text('naam', 'Naam'), text('nummer', 'Docentnummer')] },
  text('docenten_tekst', 'Docenten achter elkaar, met hun nummers'),
  text('ondertekenaar', 'Wie tekent: docent, docenten of namens de organisatie'),
  text('plaats', 'Plaats'),
  text('controle.link', 'Link en inhoud van de QR-code om te controleren'),
  text('controle.adres', 'Adres om te controleren'),
]

export const CERTIFICATE_PICTURES = { logo: 'Logo van de organisatie' } as const

export const ON_CERTIFICATE: RequiredFact[] = [
  { label: 'het certificaatnummer', names: ['nummer'] },
  { label: 'de naam van de cursist', names: ['cursist.naam'] },
  { label: 'de opleiding', names: ['opleiding.naam'] },
  { label: 'de dag van afgifte', names: ['afgegeven_op'] },
  { label: 'de link of QR-code om te controleren', names: ['controle.link'] },
]

/** '16-11-2026', or the first and the last day. */
export function period({ parts }: Pick<CertificateSnapshot, 'parts'>): string {
  const first = parts.map((part) => part.firstDay).sort()[0]
  const last = parts
    .map((part) => part.lastDay)
    .sort()
    .at(-1)
  return first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`
}

/** 'noordkaap.example/verify': what a person can read; the token is for the QR code. */
export function verifyAddress(verifyUrl: string): string {
  const { host, pathname } = new URL(verifyUrl)
  return host + pathname.slice(0, pathname.lastIndexOf('/'))
}

/** The values of the variables, and the pictures. */
export function certificateLaidOut(certificate: PrintedCertificate): { data: object; pictures: LayoutPictures } {
  const { parts, teachers, person, course, organisation, verifyUrl, validUntil, issuedOn } = certificate
  const names = teachers.map(({ name, number }) => (number === null ? name : `${name} (${number})`)).join(', ')
  const days = parts.map((part) => ({ naam: part.description, dag: formatDate(part.firstDay) }))
  const data = {
    titel: certificate.title,
    nummer: certificate.number,
    organisatie: organisation,
    met_logo: certificate.logoBytes ? 'ja' : '',
    cursist: { naam: person.name, geboortedatum: person.birthDate === null ? '' : formatDate(person.birthDate) },
    opleiding: { naam: course.description, code: course.code },
    periode: period(certificate),
    duur: hoursText(parts),
    onderdelen: days,
    onderdelen_tekst: days.length < 2 ? '' : days.map(({ naam, dag }) => `${naam} (${dag})`).join(' · '),
    afgegeven_op: formatDate(issuedOn),
    geldig_tot: validUntil === null ? '' : formatDate(validUntil),
    docenten: teachers.map(({ name, number }) => ({ naam: name, nummer: number ?? '' })),
    docenten_tekst: names,
    ondertekenaar: names === '' ? `Namens ${organisation}` : teachers.length > 1 ? 'Docenten' : 'Docent',
    plaats: certificate.place ?? '',
    controle: { link: verifyUrl, adres: verifyAddress(verifyUrl) },
  }
  return { data, pictures: { logo: certificate.logoBytes ?? null } }
}

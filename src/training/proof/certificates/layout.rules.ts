/** What the code of a layout may ask of a certificate, under Dutch names. */
import { formatDate } from '../../../platform/format/format.ts'
import {
  type LayoutPictures,
  type LayoutVariable,
  type RequiredFact,
  variable,
} from '../../../system/layouts/points.ts'
import type { CertificateSnapshot, PrintedCertificate } from './certificates.rules.ts'
import { hoursText } from './hours.rules.ts'

export const CERTIFICATE_VARIABLES: LayoutVariable[] = [
  variable('titel', 'Naam van de layout'),
  variable('nummer', 'Certificaatnummer'),
  variable('organisatie', 'Naam van de organisatie'),
  { name: 'met_logo', label: 'Er is een logo', isFlag: true },
  variable('cursist.naam', 'Naam van de cursist'),
  variable('cursist.geboortedatum', 'Geboortedatum'),
  variable('opleiding.naam', 'Naam van de opleiding'),
  variable('opleiding.code', 'Code van de opleiding'),
  variable('periode', 'Dag of dagen waarop gevolgd'),
  variable('duur', 'Duur in uren'),
  { name: 'onderdelen', label: 'Onderdelen', each: [variable('naam', 'Naam'), variable('dag', 'Eerste dag')] },
  variable('onderdelen_tekst', 'Onderdelen achter elkaar, als er meer dan één is'),
  variable('afgegeven_op', 'Dag van afgifte'),
  variable('geldig_tot', 'Geldig tot en met; leeg zonder einddatum'),
  { name: 'docenten', label: 'Docenten', each: [variable('naam', 'Naam'), variable('nummer', 'Docentnummer')] },
  variable('docenten_tekst', 'Docenten achter elkaar, met hun nummers'),
  variable('ondertekenaar', 'Wie tekent: docent, docenten of namens de organisatie'),
  variable('plaats', 'Plaats'),
  variable('controle.link', 'Link en inhoud van de QR-code om te controleren'),
  variable('controle.adres', 'Adres om te controleren'),
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

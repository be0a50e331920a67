/** What the code of a layout may ask of a sale: the texts of its paper, under Dutch names. */
import { type LayoutVariable, type RequiredFact, flag, variable } from '../../../system/layouts/points.ts'
import { formatIban } from '../../../platform/format/iban.ts'
import type { Paper, PaperFacts, PaperKind } from './paper.rules.ts'

/** Facts below the title that stand beside each other. */
const PER_ROW = 4

const FACT = [variable('label', 'Wat het is'), variable('waarde', 'Waarde')]

export const PAPER_VARIABLES: LayoutVariable[] = [
  variable('titel', 'Soort en nummer'),
  { name: 'gegevens', label: 'Data en kenmerken', each: FACT },
  {
    name: 'feiten',
    label: 'Data en kenmerken in rijen van vier',
    each: [{ name: 'cellen', label: 'Rij', each: FACT }],
  },
  variable('huis.naam', 'Naam van de organisatie'),
  flag('huis.met_logo', 'Er is een logo'),
  variable('huis.adres', 'Adres en bereikbaarheid van de organisatie'),
  variable('huis.voet', 'Naam, KVK, btw-id en IBAN van de organisatie'),
  variable('huis.btw_id', 'Btw-id van de organisatie'),
  variable('huis.kvk', 'KVK-nummer van de organisatie'),
  variable('huis.iban', 'IBAN van de organisatie'),
  variable('klant.naam', 'Naam van de klant'),
  variable('klant.adres', 'Naam en adres van de klant'),
  variable('melding', 'Melding, zoals bij een concept'),
  variable('boven', 'Tekst boven de regels'),
  flag('met_bedragen', 'Bedragen worden getoond'),
  flag('met_korting', 'Er is korting'),
  variable('kop.prijs', 'Kop van de prijs'),
  variable('kop.bedrag', 'Kop van het bedrag'),
  {
    name: 'regels',
    label: 'Regels',
    each: [
      flag('is_kop', 'Tussenkop'),
      variable('naam', 'Omschrijving'),
      variable('tekst', 'Toelichting'),
      variable('aantal', 'Aantal'),
      variable('prijs', 'Prijs'),
      variable('korting', 'Korting'),
      variable('btw', 'Btw'),
      variable('bedrag', 'Bedrag'),
    ],
  },
  { name: 'totalen', label: 'Totalen', each: [flag('is_som', 'Eindtotaal'), variable('label', 'Wat het is'), variable('bedrag', 'Bedrag')] }, // prettier-ignore
  variable('redenen', 'Waarom er geen btw is'),
  variable('onder', 'Tekst onder de regels'),
  variable('betaling.tekst', 'Hoe er betaald wordt'),
  variable('betaling.code', 'Inhoud van de QR-code om te betalen'),
  variable('akkoord', 'Wie akkoord ging'),
  variable('ondertekenen', 'Waarvoor getekend wordt'),
]

/** By the law of VAT (art. 35a Wet OB) these stand on an invoice. */
const ON_INVOICE: RequiredFact[] = [
  { label: 'het factuurnummer', names: ['titel'] },
  { label: 'de factuurdatum en wat er verder van de factuur bekend is', names: ['gegevens.waarde', 'feiten.cellen.waarde'] },
  { label: 'de naam van de organisatie', names: ['huis.naam', 'huis.voet'] },
  { label: 'het adres van de organisatie', names: ['huis.adres'] },
  { label: 'het btw-id van de organisatie', names: ['huis.btw_id', 'huis.voet'] },
  { label: 'de naam en het adres van de klant', names: ['klant.adres'] },
  { label: 'de omschrijving van de regels', names: ['regels.naam'] },
  { label: 'het aantal van de regels', names: ['regels.aantal'] },
  { label: 'de prijs van de regels', names: ['regels.prijs'] },
  { label: 'de totalen met btw', names: ['totalen.bedrag'] },
  { label: 'de reden waarom er geen btw is', names: ['redenen'] },
] // prettier-ignore

export const requiredOn = (kind: PaperKind): RequiredFact[] =>
  kind === 'invoice' ? ON_INVOICE : [{ label: 'de titel met het nummer', names: ['titel'] }]

const yes = (is: boolean): string => (is ? 'ja' : '')
const joined = (texts: readonly string[]): string => texts.join('\n')

/** The values of the variables. */
export function paperData({ sale: { seller } }: Pick<PaperFacts, 'sale'>, paper: Paper): object {
  const facts = paper.facts.map(([label, value]) => ({ label, waarde: value }))
  const columnOf = (of: Paper['columns'][number]['of']) => paper.columns.find((column) => column.of === of)
  return {
    titel: paper.title,
    gegevens: facts,
    feiten: Array.from({ length: Math.ceil(facts.length / PER_ROW) }, (_, i) => ({ cellen: facts.slice(i * PER_ROW, (i + 1) * PER_ROW) })), // prettier-ignore
    huis: {
      naam: paper.house.name,
      met_logo: yes(seller.logo !== undefined),
      adres: joined(paper.house.lines),
      voet: paper.foot,
      btw_id: seller.vat_id,
      kvk: seller.coc_no,
      iban: seller.iban === '' ? '' : formatIban(seller.iban),
    },
    klant: { naam: paper.recipient[0] ?? '', adres: joined(paper.recipient) },
    melding: paper.notice,
    boven: paper.above.join('\n\n'),
    met_bedragen: yes(columnOf('amount') !== undefined),
    met_korting: yes(columnOf('discount') !== undefined),
    kop: { prijs: columnOf('price')?.label ?? '', bedrag: columnOf('amount')?.label ?? '' },
    regels: paper.lines.map((line) => ({
      is_kop: yes(line.kind === 'section'),
      naam: line.name,
      tekst: line.text,
      aantal: line.count,
      prijs: line.price,
      korting: line.discount,
      btw: line.tax,
      bedrag: line.amount,
    })),
    totalen: paper.totals.map(({ label, amount, strong }) => ({ is_som: yes(strong), label, bedrag: amount })),
    redenen: joined(paper.reasons),
    onder: paper.below.join('\n\n'),
    betaling: { tekst: joined(paper.payment?.sentences ?? []), code: paper.payment?.code ?? '' },
    akkoord: joined(paper.agreed?.sentences ?? []),
    ondertekenen: paper.signing,
  }
}

export const PAPER_PICTURES = { logo: 'Logo van de organisatie', handtekening: 'Handtekening van de klant' } as const

/** What the code of a layout may ask of the report of a visit, under Dutch names. */
import { type LayoutVariable, type RequiredFact, flag, variable } from '../../../system/layouts/points.ts'
import { type PrintedReport, type Words, customerLine } from './report.rules.ts'

const PHOTOS_BESIDE = 2

export const REPORT_PICTURES = { handtekening: 'Handtekening van de klant', foto1: 'Eerste foto' } as const

export const REPORT_VARIABLES: LayoutVariable[] = [
  variable('titel', 'Soort en nummer'),
  variable('nummer', 'Nummer van het rapport'),
  variable('huis.naam', 'Naam van de organisatie'),
  variable('huis.adres', 'Adres en bereikbaarheid van de organisatie'),
  variable('melding', 'Welke rapporten dit vervangt'),
  {
    name: 'feiten',
    label: 'Klant, dag en keurmeester in twee kolommen',
    each: [{ name: 'feiten', label: 'Kolom', each: [variable('label', 'Wat het is'), variable('waarde', 'Waarde')] }],
  },
  {
    name: 'totalen',
    label: 'Hoe vaak elke uitslag',
    each: [variable('aantal', 'Aantal'), variable('label', 'Uitslag')],
  },
  {
    name: 'apparaten',
    label: 'Apparaten',
    each: [
      variable('nummer', 'Nummer'),
      variable('naam', 'Naam'),
      variable('kenmerken', 'Merk, type en serienummer'),
      variable('plaats', 'Plaats'),
      variable('productie', 'Productie'),
      { name: 'metingen', label: 'Metingen', each: [variable('tekst', 'Meting'), flag('wijkt_af', 'Wijkt af')] },
      flag('is_afgekeurd', 'Is afgekeurd'),
      flag('met_opmerking', 'Heeft een opmerking'),
      variable('uitslag', 'Uitslag'),
      variable('onderdelen', 'Vervangen onderdelen'),
      variable('volgende', 'Volgende keer'),
    ],
  },
  flag('met_advies', 'Er zijn opmerkingen'),
  {
    name: 'adviezen',
    label: 'Opmerkingen en advies',
    each: [variable('nummer', 'Nummer'), variable('tekst', 'Opmerking'), variable('vervolg', 'Vervolg')],
  },
  {
    name: 'lijsten',
    label: 'Werk, levering en opmerking',
    each: [variable('titel', 'Titel'), variable('tekst', 'Tekst')],
  },
  flag('met_fotos', 'Er zijn foto’s'),
  {
    name: 'fotos',
    label: 'Foto’s in rijen van twee',
    each: [
      {
        name: 'fotos',
        label: 'Rij',
        each: [{ ...variable('beeld', 'Naam van de foto'), example: 'foto1' }, variable('tekst', 'Waarvan de foto is')],
      },
    ],
  },
  variable('keurmeester', 'Naam van de keurmeester'),
  variable('getekend', 'Wie namens de klant tekende, of waarom niet'),
  variable('controle.link', 'Link en inhoud van de QR-code om te controleren'),
  variable('controle.tekst', 'Hoe het rapport te controleren is'),
]

export const ON_REPORT: RequiredFact[] = [
  { label: 'het nummer van het rapport', names: ['nummer', 'titel'] },
  { label: 'de klant, de dag en de keurmeester', names: ['feiten.feiten.waarde'] },
  { label: 'de apparaten', names: ['apparaten.nummer'] },
  { label: 'de uitslagen', names: ['apparaten.uitslag'] },
  { label: 'de opmerkingen', names: ['adviezen.tekst'] },
  { label: 'de link of QR-code om te controleren', names: ['controle.link'] },
]

export const photoName = (i: number): string => `foto${i + 1}`

const yes = (is: boolean): string => (is ? 'ja' : '')
const joined = (words: readonly Words[]): string => words.map(({ text: said }) => said).join('\n')

function deviceData({ cells, tone }: PrintedReport['rows'][number]): object {
  const [number = [], [name, ...marks] = [], place = [], production = [], measured = [], [result, ...parts] = [], next = []] = cells // prettier-ignore
  return {
    nummer: joined(number),
    naam: name?.text ?? '',
    kenmerken: joined(marks),
    plaats: joined(place),
    productie: joined(production),
    metingen: measured.map(({ text: said, weight }) => ({ tekst: said, wijkt_af: yes(weight === 'bold') })),
    is_afgekeurd: yes(tone === 'rejected'),
    met_opmerking: yes(tone === 'remarked'),
    uitslag: result?.text ?? '',
    onderdelen: joined(parts),
    volgende: joined(next),
  }
}

/** The values of the variables. */
export function reportData(report: PrintedReport): object {
  const photos = report.photos.map((tekst, i) => ({ beeld: photoName(i), tekst }))
  return {
    titel: `Keuringsrapport ${report.number}`,
    nummer: report.number,
    huis: { naam: report.house.name, adres: report.house.lines.join('\n') },
    melding: report.notice,
    feiten: report.facts.map((column) => ({ feiten: column.map(([label, waarde]) => ({ label, waarde })) })),
    totalen: report.totals.map(({ count, label }) => ({ aantal: String(count), label })),
    apparaten: report.rows.map(deviceData),
    met_advies: yes(report.advice.length > 0),
    adviezen: report.advice.map(({ number, text: tekst, told }) => ({ nummer: String(number), tekst, vervolg: told })),
    lijsten: report.lists.map(({ title, lines }) => ({ titel: title, tekst: lines.join('\n') })),
    met_fotos: yes(photos.length > 0),
    fotos: Array.from({ length: Math.ceil(photos.length / PHOTOS_BESIDE) }, (_, i) => ({
      fotos: photos.slice(i * PHOTOS_BESIDE, (i + 1) * PHOTOS_BESIDE),
    })),
    keurmeester: `${report.inspector || 'De keurmeester'}, keurmeester`,
    getekend: customerLine(report),
    controle: { link: report.verifyUrl, tekst: `Echt? Scan, of kijk op ${new URL(report.verifyUrl).host}` },
  }
}

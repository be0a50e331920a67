/** What the code of a layout may ask of a list, under Dutch names. */
import { type LayoutVariable, type RequiredFact, variable } from '../../../system/layouts/points.ts'
import type { PrintedList } from './paper.rules.ts'

export const LIST_VARIABLES: LayoutVariable[] = [
  variable('titel', 'Titel'),
  variable('ondertitel', 'Opleiding en tijd'),
  { name: 'gegevens', label: 'Kenmerken', each: [variable('label', 'Wat het is'), variable('waarde', 'Waarde')] },
  { ...variable('richting', 'Staand (portrait) of liggend (landscape)'), example: 'portrait' },
  {
    name: 'kolommen',
    label: 'Kolommen',
    each: [variable('kop', 'Kop'), { ...variable('breedte', 'Breedte'), example: '30%' }],
  },
  { name: 'rijen', label: 'Rijen', each: [{ name: 'cellen', label: 'Cellen', each: [variable('tekst', 'Tekst')] }] },
  variable('leeg', 'Wat er staat als er niemand is'),
  variable('ondertekenaar', 'Wie de lijst tekent'),
]

export const ON_LIST: RequiredFact[] = [
  { label: 'de opleiding met de tijd', names: ['ondertitel'] },
  { label: 'de cursisten', names: ['rijen.cellen.tekst'] },
]

/** The values of the variables. */
export const listData = (list: Omit<PrintedList, 'createdAt'>): object => ({
  titel: list.title,
  ondertitel: list.subtitle,
  gegevens: list.facts.map(([label, waarde]) => ({ label, waarde })),
  richting: list.orientation,
  kolommen: list.columns.map(({ label, share }) => ({ kop: label, breedte: `${Math.round(share * 10_000) / 100}%` })),
  rijen: list.rows.map((row) => ({ cellen: row.map((tekst) => ({ tekst })) })),
  leeg: list.rows.length === 0 ? list.empty : '',
  ondertekenaar: list.signer ?? '',
})

/** The code that a layout of a list begins with: it says what `lists.drawing.ts` draws. */
export const LIST_TEMPLATE = `<body style="size: a4; orientation: {{ richting }}; margin: 40pt 42pt 70pt 42pt; color: #161b25; line-height: 1.2">
<footer style="bottom: 30pt">
  <columns style="font-size: 8.5pt; color: #475061">
    <column style="width: 220pt; border-top: 0.5pt solid #475061; padding-top: 5pt">{{ ondertekenaar }}</column>
    <column style="text-align: right; padding-top: 5pt">Pagina <page-number/> van <page-count/></column>
  </columns>
</footer>
<div style="font-size: 20pt; font-weight: bold">{{ titel }}</div>
<div style="font-size: 11pt; min-font-size: 8pt; color: #475061; margin-bottom: 10pt">{{ ondertitel }}</div>
<columns style="height: 30pt; margin-bottom: 8pt">
  {% for feit in gegevens %}
  <column style="padding-right: 12pt"><div style="font-size: 8pt; color: #475061">{{ feit.label }}</div><div style="font-weight: medium">{{ feit.waarde }}</div></column>
  {% endfor %}
</columns>
<table>
<thead><tr style="background: #f1f3f7; height: 22pt">
  {% for kolom in kolommen %}<th style="width: {{ kolom.breedte }}; border: 0.5pt solid #c8cdd6; padding: 0 4pt; vertical-align: middle; font-size: 8.5pt; font-weight: medium; color: #475061">{{ kolom.kop }}</th>{% endfor %}
</tr></thead>
{% for rij in rijen %}
<tr style="height: 30pt">{% for cel in rij.cellen %}<td style="height: 30pt; border: 0.5pt solid #c8cdd6; padding: 0 4pt; vertical-align: middle">{{ cel.tekst }}</td>{% endfor %}</tr>
{% endfor %}
</table>
{% if leeg != "" %}<p style="color: #475061">{{ leeg }}</p>{% endif %}
</body>
`

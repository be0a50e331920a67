/** Labels to stick on devices: what the code of a layout may ask of them, and the code to begin with. */
import { sql } from 'kysely'
import { rowsOf } from '../../../system/layouts/index.ts'
import { type LayoutKind, type SheetKind, variable } from '../../../system/layouts/points.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { listDevices } from './devices.queries.ts'
import { monthText } from './devices.rules.ts'

const BESIDE = 3

/** As many on a sheet of A4 as the usual ones of 70 × 37 mm have. */
const TEMPLATE = `<body style="size: a4; margin: 0.4mm 0 0 0; font-size: 8pt; line-height: 1.25">
<table style="margin: 0">
{% for rij in rijen %}
<tr>
  {% for kaart in rij.kaarten %}
  <td style="width: 70mm; height: 37mm; padding: 0 5mm 0 4mm; vertical-align: middle">
    <columns>
      <column style="width: 22mm"><qr value="{{ kaart.link }}" style="width: 19mm"/></column>
      <column>
        <div style="font-size: 9.5pt; min-font-size: 7pt; font-weight: bold">{{ kaart.naam }}</div>
        <div style="min-font-size: 6pt">{{ kaart.klant }}</div>
        {% if kaart.plaats != "" %}<div style="min-font-size: 6pt">{{ kaart.plaats }}</div>{% endif %}
        <div style="font-size: 9.5pt; font-weight: bold">Nr. {{ kaart.nummer }}</div>
        {% if kaart.volgende != "" %}<div>Volgende keer {{ kaart.volgende }}</div>{% endif %}
      </column>
    </columns>
  </td>
  {% endfor %}
</tr>
{% endfor %}
</table>
</body>
`

/** In the order in which somebody walks along them, customer by customer. */
async function labelsOf({ db, services }: { db: Db; services: Services }, ids: number[]): Promise<object> {
  const devices = await listDevices(db)
    .where('devices.id', 'in', ids)
    .orderBy(sql`owner`)
    .orderBy(sql`devices.walking_route_number nulls last`)
    .orderBy('devices.number')
    .orderBy('devices.id')
    .execute()
  const labels = devices.map((device) => ({
    nummer: String(device.number),
    naam: device.name,
    klant: device.owner ?? '',
    plaats: device.location_description ?? '',
    serienummer: device.serial_number ?? '',
    volgende: device.next_on === null ? '' : monthText(device.next_on),
    link: `${services.config.baseUrl}/inspections/devices/view/${device.id}`,
  }))
  return rowsOf(labels, BESIDE)
}

const deviceLabel: SheetKind = {
  kind: 'device_label',
  label: 'Apparaatetiket',
  record: 'device',
  variables: [
    {
      name: 'rijen',
      label: 'Rijen van drie',
      each: [
        {
          name: 'kaarten',
          label: 'Etiketten',
          each: [
            variable('nummer', 'Nummer'),
            variable('naam', 'Naam'),
            variable('klant', 'Klant'),
            variable('plaats', 'Plaats'),
            variable('serienummer', 'Serienummer'),
            variable('volgende', 'Maand waarin het weer aan de beurt is'),
            variable('link', 'Inhoud van de QR-code, die het apparaat opent'),
          ],
        },
      ],
    },
  ],
  pictures: {},
  required: [{ label: 'het nummer van het apparaat', names: ['rijen.kaarten.nummer'] }],
  template: TEMPLATE,
  sheet: { many: 'Labels', data: labelsOf },
  data: async (ctx, id) => ({ data: await labelsOf(ctx, [id]), pictures: {} }),
}

export const deviceLabels: LayoutKind[] = [deviceLabel]

import type { Trx } from '../../platform/database/types.ts'
import { SETTINGS } from './settings.list.ts'
import { writeSetting } from './settings.commands.ts'

/** The organisation of the demo, with numbers that pass the checks and belong to nobody. */
export async function seedSettings(trx: Trx): Promise<void> {
  await writeSetting(trx, 'organisation', {
    name: 'Noordkaap Opleidingen',
    street: 'Havenkade',
    street_no: '8',
    street_no_adding: '',
    postal_code: '8011 AA',
    city: 'Zwolle',
    coc_no: '90004760',
    vat_id: 'NL000000000B00',
    iban: 'NL02 ABNA 0123 4567 89',
    phone: '038 000 00 00',
    email: 'info@noordkaap.example',
    website: 'https://noordkaap.example',
    manual_url: '',
    welcome_picture: '',
  })
  await writeSetting(trx, 'mail', { ...SETTINGS.mail.schema.parse({}), sender_name: 'Noordkaap Opleidingen' })
}

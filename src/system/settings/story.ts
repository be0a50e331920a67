import type { Trx } from '../../platform/database/types.ts'
import { SETTINGS } from './definitions.ts'
import { writeSetting } from './settings.commands.ts'

/** The organisation of the demo. */
export async function seedSettings(trx: Trx): Promise<void> {
  await writeSetting(trx, 'organisation', {
    name: 'Noordkaap Opleidingen',
    street: 'Havenkade',
    street_no: '8',
    street_no_adding: '',
    postal_code: '8011 AA',
    city: 'Zwolle',
    phone: '038 000 00 00',
    email: 'info@noordkaap.example',
    website: 'https://noordkaap.example',
    manual_url: '',
    welcome_picture: '',
    logo: '',
    offer_color: '',
  })
  await writeSetting(trx, 'mail', { ...SETTINGS.mail.schema.parse({}), sender_name: 'Noordkaap Opleidingen' })
}

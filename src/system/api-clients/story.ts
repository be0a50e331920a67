import type { Trx } from '../../platform/database/types.ts'
import { secretHash } from './api-clients.rules.ts'

/** The client of the demo, with a secret that everybody knows (rulings 2). */
export async function seedApiClients(trx: Trx): Promise<void> {
  await trx
    .insertInto('api_clients')
    .values({
      name: 'Kiosk in de hal',
      client_id: 'demo-kiosk',
      secret_hash: secretHash('demo-kiosk-secret'),
      scopes: ['digital-presence', 'entries'],
    })
    .execute()
}

/** In whose name somebody writes: the own one, that of the house, or that of an establishment. */
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { Invalid } from '../../platform/errors.ts'
import { listReachable } from '../establishments/index.ts'
import { type Sender, houseOf } from './messages.commands.ts'

/** Those to whom answers arrive. */
async function listSenders(db: Db | Trx, viewer: Viewer): Promise<(Sender & { value: string })[]> {
  const house = await houseOf(db)
  const establishments = await listReachable(db)
  return [
    { value: 'own', name: viewer.name, email: viewer.email },
    { value: 'house', ...house },
    ...establishments.map(({ id, name, email }) => ({
      value: `establishment-${id}`,
      name: `${house.name} ${name}`,
      email,
    })),
  ].filter(({ email }) => email !== '')
}

export const senderOptions = async (db: Db, viewer: Viewer): Promise<{ value: string; label: string }[]> =>
  (await listSenders(db, viewer)).map(({ value, name, email }) => ({
    value,
    label: `${name} (antwoorden naar ${email})`,
  }))

/** The sender that was chosen. @throws Invalid when nobody would read the answers */
export async function senderOf(db: Db | Trx, viewer: Viewer, chosen: string): Promise<Sender> {
  const sender = (await listSenders(db, viewer)).find(({ value }) => value === chosen)
  if (sender) return { name: sender.name, email: sender.email }
  const where = chosen === 'house' ? 'bij Instellingen, E-mail' : 'bij deze vestiging'
  throw new Invalid({ sender: [`Er is geen antwoordadres ingesteld ${where}.`] })
}

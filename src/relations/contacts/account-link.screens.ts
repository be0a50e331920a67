import { sql } from 'kysely'
import * as z from 'zod'
import { id } from '../../platform/forms/fields.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { PopupAction } from '../../platform/screens/popup/popup-actions.ts'
import { userArea } from '../../system/users/rights.ts'
import { giveContact, proposedContact } from './account-link.commands.ts'

const PATH = '/user/contact'
/** A new one is a choice too. */
const NEW = z.literal('-1').transform(() => null)

/** Of whom an account is: a contact of the same address or name, another one, or a new one. */
export const accountContact = formPopup({
  area: userArea,
  record: 'user',
  right: 'change',
  path: `${PATH}/:id`,
  home: '/users',
  size: 'small',
  noUndo: 'account, right or secret',
  load: async ({ db, params }) => {
    const user = await db.selectFrom('users').select(['name', 'email', 'contact_id']).where('id', '=', params.id).executeTakeFirstOrThrow() // prettier-ignore
    return { user, proposed: await proposedContact(db, params.id) }
  },
  title: ({ user }) => `Contact van ${user.name}`,
  view: 'relations/contacts/account-link',
  refusal: ({ user }) => (user.contact_id === null ? undefined : 'Deze gebruiker heeft al een contact.'),
  form: z.object({ contact_id: z.union([NEW, id], 'Maak een keuze') }),
  formRecords: { contact_id: 'contact' },
  submits: [{ label: 'Koppelen' }],
  save: async ({ trx, viewer, params, form }) => {
    const contact = await giveContact(trx, viewer, params.id, form.contact_id)
    return {
      changed: [
        { type: 'user', id: params.id },
        { type: 'contact', id: contact },
      ],
      flash: { str: 'Contact gekoppeld', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.userWithoutContact }, form: { contact_id: -1 } }),
})

/** Who works here is planned, and is away, as a contact. */
export const contactStep: PopupAction = {
  record: 'user',
  place: 'step',
  order: 30,
  area: userArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Contact koppelen', icon: 'link', kind: 'popup', url: `${PATH}/${id}` }),
  when: (_viewer, id) => sql`exists (select from users where id = ${id} and active and contact_id is null)`,
}

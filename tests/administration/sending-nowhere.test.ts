import { expect, it } from 'vitest'
import { makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { testApp } from '../support/app.ts'

it('says from the first moment that a mail goes nowhere where no mail server is set up', async () => {
  const app = await testApp()
  try {
    const administrator = await app.as(ROLE.administrator)
    const id = await inTransaction(app.db, null, async (trx) => {
      const made = await makeConcept(trx, app.services.registry, {
        company_id: app.story.companies.deLinde,
        contact_id: null,
        reference: 'Najaar',
        added: [{ product_id: app.story.products.bhvBook, count: '2' }],
      })
      await makeDefinitive(trx, made)
      return made
    })
    await administrator.post(`/administration/invoice/getSendWizard/?ids=${id}`, {
      'invoices[]': String(id),
      subject: 'Factuur',
      content: '<p>In de bijlage.</p>',
    })
    const mail = await app.db.selectFrom('mails').select('state').where('object_type', '=', 'invoice').where('object_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    const { $ } = await administrator.get(`/administration/invoice/view/${id}`)
    const todo = $('[aria-label="Over deze factuur"]').text()
    expect(mail.state).toBe('queued')
    expect(todo).toMatch(/E-mail aan \S+ is niet verstuurd: er is geen mailserver ingesteld/)
    expect(todo).not.toContain('onderweg')
  } finally {
    await app.close()
  }
})

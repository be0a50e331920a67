import { messageSetting } from '../../../system/messages/index.ts'
import { invoiceAudience, quotationAudience } from './audience.ts'

/** Which messages customers read with what they are sent, until somebody writes something else. */
export const saleMessages = messageSetting({
  key: 'sale_messages',
  text: 'Met deze standaardberichten begint wie een factuur of offerte verstuurt.',
  when: 'Bij het versturen',
  readers: {
    invoice_message: { audience: invoiceAudience, kinds: ['debtor'] },
    quotation_message: { audience: quotationAudience, kinds: ['customer'] },
  },
  example: (story) => ({ form: { ...story.saleMessages, invoice_message: story.shortInvoiceMessage } }),
})

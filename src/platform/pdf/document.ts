import PDFDocument from 'pdfkit'
import { WEIGHTS, interFont } from './fonts.ts'

export type Pdf = PDFKit.PDFDocument

export interface PdfOptions {
  /** Shown by readers instead of the file name. */
  title: string
  author: string
  subject?: string
  /** Part of the file's identity: the same moment and the same drawing give the same bytes. */
  createdAt: Date
  /** Only tests and searches for a mistake want to read the page streams. */
  compress?: boolean
}

export type Orientation = 'portrait' | 'landscape'

/**
 * An empty document in Dutch with the weights of Inter registered under their names ('regular', 'medium', 'bold');
 * only the weights that are used are embedded. Pages are added by `addA4Page`, measured in points from the top left.
 */
export function createPdf(options: PdfOptions): Pdf {
  const document = new PDFDocument({
    // Without this PDFKit loads and embeds Helvetica, which lacks most letters outside western Europe.
    font: '',
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'nl-NL',
    displayTitle: true,
    compress: options.compress ?? true,
    info: {
      Title: options.title,
      Author: options.author,
      ...(options.subject === undefined ? {} : { Subject: options.subject }),
      Creator: 'Noordkaap',
      Producer: 'PDFKit',
      CreationDate: options.createdAt,
    },
  })
  for (const weight of WEIGHTS) document.registerFont(weight, interFont(weight))
  return document
}

/** Adds an A4 page without margins: 595.28 × 841.89 points, or the other way round. The page before it is written out. */
export function addA4Page(document: Pdf, orientation: Orientation = 'portrait'): void {
  document.addPage({ size: 'A4', layout: orientation, margin: 0 })
}

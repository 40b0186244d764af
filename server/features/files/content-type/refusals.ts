const asPdf = 'Save it as a PDF and upload that.'
const again = 'Save or download it again.'

/** Says what is wrong with content that starts like one of ours, and what to do about that. */
export const refusals = {
  cutPdf: `This PDF is cut off. ${again}`,
  damagedPdf: 'We can’t read this PDF. Open it, print it to a new PDF, and upload that.',
  mixedPdf:
    'Something else is in front of this PDF. Open it, print it to a new PDF, and upload that.',
  cutPicture: 'This picture is cut off or damaged. Save it again, or take a screenshot of it.',
  cutWord: `This Word document is cut off. ${again}`,
  damagedWord: `We can’t read this Word document. ${asPdf}`,
  password: 'This document has a password. Save a copy without one and upload that.',
  active: `This Word document holds a macro, a program, or another file. ${asPdf}`,
  template: `This Word document uses a template on another server. ${asPdf}`,
  linked: `This Word document loads something from another server. ${asPdf}`,
  wordTemplate: `This is a Word template, not a document. ${asPdf}`,
  workbook: `This is a spreadsheet. ${asPdf}`,
  slides: `This is a presentation. ${asPdf}`,
  openDocument: `This is an OpenDocument file or an e-book. ${asPdf}`,
  pages: `This is an Apple Pages, Numbers, or Keynote document. ${asPdf}`,
  program: 'This is a program, not a document.',
  archive: 'This is an archive. Unpack it and upload the document in it.',
  lockedArchive: 'This archive has a password. Unpack it and upload the document in it.',
  otherOffice: `This isn’t a Word document. ${asPdf}`,
}

/** The columns of the administrator’s lists, in their order. */
export const reportColumns = [
  'File ID',
  'File name',
  'Submitted by',
  'Email',
  'Phone',
  'Date',
  'Status',
  'Actions',
]

export const credentialColumns = [
  'ID',
  'Service',
  'Username',
  'Password',
  'URL',
  'User ID',
  'Date',
  'Status',
  'Actions',
]

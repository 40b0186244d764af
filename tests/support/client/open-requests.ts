/** Runs in a page before its own scripts: keeps the number of answers that it waits for in `data-open-requests`. */
export function countOpenRequests(): void {
  const send = window.fetch.bind(window)
  let open = 0
  const count = (by: number) => {
    open += by
    document.documentElement.dataset['openRequests'] = String(open)
  }
  window.fetch = async (...request) => {
    count(1)
    try {
      return await send(...request)
    } finally {
      count(-1)
    }
  }
}

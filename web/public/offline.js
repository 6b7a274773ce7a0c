// Opens the page that was wanted as soon as there is a connection, or when asked.
const again = () => location.reload();
for (const button of document.querySelectorAll('button')) button.addEventListener('click', again);
addEventListener('online', again);

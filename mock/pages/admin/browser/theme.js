// Before anything is drawn, so that the page does not flash: the colours that were chosen, else those of the system.
{
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
}

# A message has left Junk. Throwing it away says nothing about its class.
require ["vnd.dovecot.pipe", "copy", "imapsieve", "environment", "variables", "special-use", "regex"];
if environment :matches "imap.mailbox" "*" {
  set "mailbox" "${1}";
  set :lower "name" "${1}";
}
# The trash: by its use, or by the name that mail programs give it.
if anyof (specialuse_exists "${mailbox}" "\\Trash",
  string :regex "${name}" [
    "(^|[./])(trash|deleted[ _-])",
    "(^|[./])(trash|bin|wastebasket|waste[ _-]basket|recycle[ _-]bin|deleted|deleted[ _-]items|deleted[ _-]messages)([./]|$)",
    "(^|[./])(deleted[ _-]mail|deleted[ _-]objects|papierkorb|gelöscht|gelöschte|gelöschte[ _-]objekte)([./]|$)",
    "(^|[./])(gelöschte[ _-]elemente|gelöschte[ _-]nachrichten|gelöschte[ _-]mails|corbeille|poubelle|supprimés)([./]|$)",
    "(^|[./])((é|É)léments[ _-]supprimés|messages[ _-]supprimés|papelera|papelera[ _-]de[ _-]reciclaje|eliminados)([./]|$)",
    "(^|[./])(elementos[ _-]eliminados|elementos[ _-]borrados|mensajes[ _-]eliminados|paperera|cestino|eliminati)([./]|$)",
    "(^|[./])(posta[ _-]eliminata|elementi[ _-]eliminati|messaggi[ _-]eliminati|prullenbak|prullenmand|verwijderd)([./]|$)",
    "(^|[./])(verwijderde[ _-]items|verwijderde[ _-]berichten|verwijderde[ _-]objecten|lixo|lixeira|reciclagem)([./]|$)",
    "(^|[./])(itens[ _-]eliminados|itens[ _-]excluídos|itens[ _-]apagados|mensagens[ _-]eliminadas)([./]|$)",
    "(^|[./])(mensagens[ _-]excluídas|kosz|usunięte|elementy[ _-]usunięte|usunięte[ _-]elementy|usunięte[ _-]wiadomości)([./]|$)",
    "(^|[./])(papperskorg|papperskorgen|borttaget|borttagna[ _-]objekt|borttagna|raderade[ _-]meddelanden|papirkurv)([./]|$)",
    "(^|[./])(papirkurven|slettede|slettede[ _-]elementer|slettede[ _-]beskeder|slettede[ _-]meldinger|slettet[ _-]post)([./]|$)",
    "(^|[./])(koš|odstraněné|odstraněná[ _-]pošta|odstraněné[ _-]položky|odstraněné[ _-]zprávy|smazané|kôš|odstránené)([./]|$)",
    "(^|[./])(odstránená[ _-]pošta|odstránené[ _-]položky|vymazané[ _-]správy|smeće|roskakori|poistetut)([./]|$)",
    "(^|[./])(poistetut[ _-]viestit|prügikast|kuka|lomtár|törölt|törölt[ _-]elemek|törölt[ _-](ü|Ü)zenetek|gunoi)([./]|$)",
    "(^|[./])(coș[ _-]de[ _-]gunoi|elemente[ _-](ș|Ș)terse|articole[ _-](ș|Ș)terse|(ç|Ç)öp|(ç|Ç)öp[ _-]kutusu)([./]|$)",
    "(^|[./])(silinmiş[ _-](ö|Ö)ğeler|silinenler|(α|Α)πορρίμματα|(κ|Κ)άδος|(κ|Κ)άδος[ _-](α|Α)πορριμμάτων)([./]|$)",
    "(^|[./])((δ|Δ)ιαγραμμένα|(к|К)орзина|(у|У)даленные|(у|У)далённые|(у|У)даленные[ _-](п|П)исьма)([./]|$)",
    "(^|[./])((у|У)далённые[ _-](с|С)ообщения|(к|К)ошик|(в|В)идалені|(с|С)мітник|(к|К)ошче|אשפה|פריטים[ _-]שנמחקו|נמחקו)([./]|$)",
    "(^|[./])(المهملات|سلة[ _-]المهملات|المحذوفات|العناصر[ _-]المحذوفة|ゴミ箱|ごみ箱|削除済み|削除済みアイテム|削除済みメール|已删除|已删除邮件|已删除消息)([./]|$)",
    "(^|[./])(已删除的邮件|废纸篓|回收站|垃圾桶|刪除的郵件|已刪除|已刪除的郵件|已刪除項目|資源回收筒|휴지통|지운[ _-]편지함|지운[ _-]메일함|삭제된[ _-]항목|삭제된[ _-]메시지)([./]|$)",
    "(^|[./])(thùng[ _-]rác|sampah|tong[ _-]sampah|ถังขยะ|รายการที่ถูกลบ|(š|Š)iukšliadėžė|(š|Š)iukšlinė|ištrinti)([./]|$)",
    "(^|[./])(miskaste|atkritne|dzēstie[ _-]vienumi|izbrisano|izbrisane[ _-]stavke|obrisane[ _-]stavke)([./]|$)",
    "(^|[./])((и|И)збрисане[ _-](с|С)тавке|(и|И)зтрити|(и|И)зтрити[ _-](е|Е)лементи|elements[ _-]suprimits)([./]|$)",
    "(^|[./])(kustutatud[ _-]kirjad|kustutatud[ _-](ü|Ü)ksused|(в|В)идалені[ _-](е|Е)лементи)([./]|$)",
    "(^|[./])((у|У)даленные[ _-](э|Э)лементы|(у|У)далённые[ _-](э|Э)лементы|(δ|Δ)ιαγραμμένα[ _-](σ|Σ)τοιχεία)([./]|$)",
    "(^|[./])(silinmiş[ _-]iletiler|हटाए[ _-]गए[ _-]आइटम|زباله[ _-]دان|موارد[ _-]حذف[ _-]شده|gelöschte[ _-]e[ _-]mails)([./]|$)",
    "(^|[./])(courrier[ _-]supprimé|poistetut[ _-]kohteet|slettet|刪除的項目|smazaná[ _-]pošta|eliminato)([./]|$)",
    "(^|[./])((в|В)идалено|obrisano|thư[ _-](đ|Đ)ã[ _-]xóa)([./]|$)"
  ]) {
  stop;
}
pipe :copy "thresher-learn" ["ham"];
